/**
 * The script of an embedded pool. It reads the page again a minute after the last time, while the frame is on the screen and its tab in
 * front, and changes the nodes that differ. The browser sends the ETag, so a pool that has not changed costs a 304. Without the script, or
 * when a read fails, the frame keeps what it shows.
 */
export const embedScript = `
(() => {
  const everyMs = 60000;
  let readAt = Date.now();
  let isOnScreen = false;
  let timer;

  function update(node, next) {
    if (node.isEqualNode(next)) return;
    if (node.nodeName !== next.nodeName || node.childNodes.length !== next.childNodes.length) {
      node.replaceWith(next);
    } else if (node.nodeType === Node.TEXT_NODE) {
      node.data = next.data;
    } else {
      for (const { name } of [...node.attributes]) if (!next.hasAttribute(name)) node.removeAttribute(name);
      for (const { name, value } of next.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
      const parts = [...next.childNodes];
      [...node.childNodes].forEach((child, index) => update(child, parts[index]));
    }
  }

  async function refresh() {
    readAt = Date.now();
    try {
      const answer = await fetch(location.href, { cache: 'no-cache', credentials: 'omit' });
      if (!answer.ok && answer.status !== 404) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const card = page.querySelector('article.card');
      if (!card) return;
      update(document.querySelector('article.card'), card);
      document.title = page.title;
    } catch {}
  }

  function plan() {
    clearTimeout(timer);
    if (!isOnScreen || document.visibilityState !== 'visible') return;
    timer = setTimeout(() => refresh().then(plan), Math.max(0, readAt + everyMs - Date.now()));
  }

  document.addEventListener('visibilitychange', plan);
  new IntersectionObserver((entries) => {
    isOnScreen = entries[entries.length - 1].isIntersecting;
    plan();
  }).observe(document.documentElement);
})();
`;
