// Parts of the settings and secrets that markets ask for.
import { Type } from 'typebox';

export const text = (description: string) =>
  Type.String({ minLength: 1, maxLength: 500, description });
export const optionalText = (description: string) => Type.Optional(text(description));
export const url = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^https?://', format: 'uri', maxLength: 2_000, description }),
  );
export const secret = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 16_000 }), Type.Null()], {
      description: `${description} Omit it to keep the current value; send null to remove it.`,
    }),
  );
export const shape = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** A URL of the environment, and the path of the same at the emulator. */
export const address = (
  variable: string,
  description: string,
  fallback: string,
  emulatedPath: string,
) => ({
  variable,
  description,
  kind: 'url' as const,
  fallback,
  emulated: (emulator: string) => `${emulator}${emulatedPath}`,
});
