/**
 * The script of an overlay's page. It reads the stream with `fetch`, because `EventSource` does not tell a revoked address from a server that
 * is away. Nothing on the page ever says that something failed: the last state stays, or the page is empty.
 *
 * The place of the last alert that was shown is kept in the storage of the streaming program, because a reload forgets `Last-Event-ID`. A
 * page without one begins with what happens from now on. Two sources with one address both show each alert.
 */
export const overlayScript = `
(() => {
  const showMs = 4000, mostWaiting = 20, silentMs = 70000, emptyMs = 300000;
  const root = document.documentElement;
  const key = 'overlay ' + root.dataset.id;
  const by = (id) => document.getElementById(id);
  const sizes = { small: 0.8, medium: 1, large: 1.25 };
  let view, timer, audio, tries = 0;
  let waiting = [], more = 0, moreId;

  const stored = () => { try { return localStorage.getItem(key) || ''; } catch { return ''; } };
  const store = (id) => { try { if (id) localStorage.setItem(key, id); } catch {} };
  let received = stored();

  function put(id, text) {
    by(id).textContent = text || '';
    by(id).hidden = !text;
  }

  function draw(next) {
    view = next;
    root.lang = view.locale;
    root.dir = view.dir;
    root.dataset.theme = view.theme;
    root.style.setProperty('--k', sizes[view.textSize]);
    const { goal, backers } = view;
    by('goal').hidden = !goal && !view.timeLeft;
    by('goal').classList.toggle('only', !goal);
    put('title', goal && view.title);
    put('left', view.timeLeft);
    by('meter').hidden = by('sum').hidden = !goal;
    if (goal) {
      by('fill').style.inlineSize = goal.fill * 100 + '%';
      put('pledged', goal.pledged);
      put('of', goal.of);
      put('fans', goal.fans);
      put('percent', goal.percent);
    }
    by('backers').hidden = !backers || !backers.people.length;
    if (backers) {
      put('latest', backers.title);
      by('list').replaceChildren(...backers.people.map(({ name, amount }) => {
        const row = document.createElement('li');
        const who = document.createElement('bdi');
        who.textContent = name;
        row.append(who);
        if (amount) row.append(Object.assign(document.createElement('b'), { textContent: amount }));
        return row;
      }));
    }
    by('board').hidden = false;
  }

  function clear() {
    view = undefined;
    waiting = [];
    more = 0;
    clearTimeout(timer);
    timer = undefined;
    by('board').hidden = by('alert').hidden = true;
    document.body.classList.remove('busy');
  }

  function beep() {
    try {
      audio = audio || new AudioContext();
      [[660, 0], [880, 0.14]].forEach(([pitch, after]) => {
        const tone = audio.createOscillator(), gain = audio.createGain(), at = audio.currentTime + after;
        tone.frequency.value = pitch;
        gain.gain.setValueAtTime(0.15, at);
        gain.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
        tone.connect(gain).connect(audio.destination);
        tone.start(at);
        tone.stop(at + 0.3);
      });
    } catch {}
  }

  function add(alert, id) {
    if (more || waiting.length >= mostWaiting) {
      more += 1;
      moreId = id || moreId;
    } else waiting.push({ alert, id });
    if (!timer) next();
  }

  function next() {
    let item = waiting.shift();
    if (!item && more) {
      const form = new Intl.PluralRules(view.locale).select(more);
      item = { alert: { text: (view.more[form] || view.more.other).replace('#', more) }, id: moreId };
      more = 0;
    }
    document.body.classList.toggle('busy', !!item);
    by('alert').hidden = !item;
    timer = item && setTimeout(next, showMs);
    if (!item) return store(received);
    store(item.id);
    put('label', item.alert.label);
    put('text', item.alert.text);
    put('amount', item.alert.amount);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
      by('alert').animate([{ opacity: 0, translate: '0 -20%' }, { opacity: 1, translate: '0 0' }], { duration: 300, easing: 'ease-out' });
    if (view.sound) beep();
  }

  function take(block) {
    const message = {};
    for (const line of block.split('\\n')) {
      const colon = line.indexOf(':');
      if (colon > 0) message[line.slice(0, colon)] = line.slice(colon + 2);
    }
    if (!message.data) return;
    tries = 0;
    received = message.id || received;
    const data = JSON.parse(message.data);
    if (message.event === 'alert') add(data, message.id);
    else {
      draw(data);
      if (!timer) store(received);
    }
  }

  async function read() {
    const leaving = new AbortController();
    let silence, waitMs;
    const hear = () => {
      clearTimeout(silence);
      silence = setTimeout(() => leaving.abort(), silentMs);
    };
    try {
      hear();
      const answer = await fetch(location.pathname.replace(/\\/$/, '') + '/events', {
        headers: received ? { 'Last-Event-ID': received } : {},
        cache: 'no-store', credentials: 'omit', signal: leaving.signal,
      });
      if (answer.status === 204 || answer.status === 404) {
        clear();
        waitMs = emptyMs;
      } else if (answer.ok) {
        const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let text = ''; ; ) {
          const { value, done } = await reader.read();
          if (done) break;
          hear();
          const blocks = (text + value).split('\\n\\n');
          text = blocks.pop();
          blocks.forEach(take);
        }
      }
    } catch {}
    clearTimeout(silence);
    waitMs = waitMs || Math.min(30000, 1000 * 2 ** tries);
    tries += 1;
    setTimeout(read, waitMs * (0.5 + Math.random()));
  }

  if (!('preview' in root.dataset)) return void read();
  // The settings show this page in a frame, and say what it shows.
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== location.origin) return;
    if (data.view) draw(data.view);
    if (data.alert) {
      clearTimeout(timer);
      timer = undefined;
      add(data.alert);
    }
  });
  parent.postMessage('overlay ready', location.origin);
})();
`;
