// Calls the control interface, and says what happened.

export const element = (id) => document.getElementById(id);

export async function control(method, path, body) {
  const response = await fetch(`/control${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `${method} ${path}: ${response.status}`);
  return answer;
}

export function say(text, bad = false) {
  const message = element('message');
  message.textContent = text;
  message.classList.toggle('bad', bad);
}

const listeners = [];

/** Runs after every action. */
export const onChange = (listener) => listeners.push(listener);

/** Runs an action, reports what went wrong, and shows the new state. */
export async function run(action) {
  try {
    say('');
    await action();
  } catch (error) {
    say(error.message, true);
  }
  await Promise.all(listeners.map((listener) => listener()));
}

export function makeButton(label, tone, action) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  if (tone) button.className = tone;
  button.addEventListener('click', () => run(action));
  return button;
}
