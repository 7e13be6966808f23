// Makes elements. Texts are never read as HTML.

export const element = (id) => document.getElementById(id);

/** `make('a', { href: '#' }, 'text', child)`: functions are listeners, the rest attributes; false leaves one out. */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value);
  }
  made.append(
    ...children
      .flat(Number.POSITIVE_INFINITY)
      .filter((child) => child !== undefined && child !== false),
  );
  return made;
}

/** `code` and **bold** in a line of text. */
export const inline = (text = '') =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (/^`.+`$/.test(part)) return make('code', {}, part.slice(1, -1));
    return /^\*\*.+\*\*$/.test(part) ? make('b', {}, part.slice(2, -2)) : part;
  });

export const paragraphs = (text = '') =>
  text.split('\n\n').map((paragraph) => make('p', {}, inline(paragraph)));

export const method = (name) => make('span', { class: `method ${name}` }, name.toUpperCase());

/** A block of code with a button that copies it. */
export function codeBlock(text, label = 'Code') {
  const copy = make(
    'button',
    {
      type: 'button',
      class: 'copy',
      click: async () => {
        await navigator.clipboard.writeText(text);
        copy.textContent = 'Copied';
      },
    },
    'Copy',
  );
  return make(
    'div',
    { class: 'code' },
    make('pre', { tabindex: '0', 'aria-label': label }, text),
    copy,
  );
}

/** Tabs over a block: the chosen label is remembered for the next operation. */
const chosen = new Map();
export function tabs(name, entries, draw) {
  const body = make('div');
  const buttons = entries.map(([label, value]) =>
    make('button', { type: 'button', role: 'tab', click: () => choose(label, value) }, label),
  );
  function choose(label, value) {
    chosen.set(name, label);
    for (const button of buttons)
      button.setAttribute('aria-selected', button.textContent === label);
    body.replaceChildren(draw(value));
  }
  const first = entries.find(([label]) => label === chosen.get(name)) ?? entries[0];
  if (first) choose(...first);
  return make('div', { class: 'tabs' }, make('div', { role: 'tablist' }, buttons), body);
}
