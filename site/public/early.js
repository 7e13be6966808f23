// Before the first paint: dark or light, and whether shortcuts are shown for a Mac. VitePress would write it into each page.
const choice = localStorage.getItem('vitepress-theme-appearance') || 'auto';
const dark =
  choice === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark';
document.documentElement.classList.toggle('dark', dark);
document.documentElement.classList.toggle('mac', /Mac|iPhone|iPod|iPad/i.test(navigator.platform));
