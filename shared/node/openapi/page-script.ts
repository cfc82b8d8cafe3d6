/** The script of the page: it searches endpoints and copies an example. */
export const PAGE_SCRIPT = `'use strict';
const said = document.getElementById('said');
const find = document.getElementById('find');
const articles = [...document.querySelectorAll('article')];
find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const article of articles) {
    const text = article.dataset.find.toLowerCase();
    const fits = words.every((word) => text.includes(word));
    article.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const link of document.querySelectorAll('nav li li')) {
    const id = link.firstElementChild.hash.slice(1);
    link.hidden = document.getElementById(id).closest('article').hidden;
  }
  for (const chapter of document.querySelectorAll('.chapter')) {
    const own = chapter.querySelectorAll('article');
    chapter.hidden = own.length > 0 && [...own].every((article) => article.hidden);
  }
  said.textContent = words.length === 0 ? '' : shown + (shown === 1 ? ' endpoint' : ' endpoints');
});
for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = button.parentElement.querySelector('code').textContent;
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = 'Copied.';
    } catch {
      said.textContent = 'The browser does not allow copying; select the text instead.';
    }
  });
}
`;
