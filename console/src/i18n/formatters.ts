// The browser's formatters, each made once: making one takes as long as printing a hundred values.

function kept<Options extends object, Formatter>(
  make: (language: string, options: Options) => Formatter,
): (language: string, options: Options) => Formatter {
  const made = new Map<string, Formatter>();
  return (language, options) => {
    const key = JSON.stringify([language, options]);
    const formatter = made.get(key) ?? make(language, options);
    made.set(key, formatter);
    return formatter;
  };
}

export const dateFormat = kept(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

export const numberFormat = kept(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

export const displayNames = kept(
  (language, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(language, options),
);

export const relativeFormat = kept(
  (language, options: Intl.RelativeTimeFormatOptions) =>
    new Intl.RelativeTimeFormat(language, options),
);
