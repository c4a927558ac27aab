// speedscope_page.mjs: speedscope in a headless browser, used as a person uses it: by its buttons
// and keys.
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';

import {serve} from './static_server.mjs';

const browserPath = '/usr/bin/chromium';
const browserArguments = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
const patienceMs = 180_000;

// Keeps what the export button would save.
function keepSavedFiles() {
  const create = URL.createObjectURL;
  URL.createObjectURL = blob => create.call(URL, (window.savedFile = blob));
}

// modules: the folder that has node_modules; timelines: the files that it may be asked to open.
export async function openSpeedscope(modules, timelines) {
  const require = createRequire(join(modules, 'package.json'));
  const speedscope = dirname(require.resolve('speedscope/package.json'));
  const pathOf = timeline => `/timeline_${timelines.indexOf(timeline)}.json`;
  const server = await serve(join(speedscope, 'dist/release'),
                             new Map(timelines.map(file => [pathOf(file), file])));
  const browser = await require('puppeteer-core').launch({
    executablePath: browserPath,
    args: browserArguments,
    protocolTimeout: patienceMs,
  });
  return {
    open: timeline => openPage(browser, server.url, server.url + pathOf(timeline)),
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

async function openPage(browser, viewer, timeline) {
  const page = await browser.newPage();
  await page.setViewport({width: 1400, height: 800});
  page.setDefaultTimeout(patienceMs);
  const complaints = [];
  page.on('console', message => {
    if (/^(warn|error)/.test(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(`${error}`));
  await page.evaluateOnNewDocument(keepSavedFiles);
  await page.goto(`${viewer}/index.html#profileURL=${encodeURIComponent(timeline)}`);
  await page.waitForFunction(() => document.body.innerText.includes('Time Order'));
  return new SpeedscopePage(page, complaints);
}

class SpeedscopePage {
  constructor(page, complaints) {
    this.page = page;
    this.complaints = complaints;  // warnings and errors on its console
  }

  // The profile in view, from the bar above it: "<name> (<place>/<profiles>)"; the name alone
  // where there is one.
  async title() {
    const bar = await this.page.evaluate(() => document.body.innerText.split('\n')[1]);
    const [, name, place, profiles] = /^(.*) \((\d+)\/(\d+)\)$/.exec(bar) ?? [bar, bar, 1, 1];
    return {name, place: Number(place), profiles: Number(profiles)};
  }

  async turn(key, step) {
    const place = (await this.title()).place + step;
    await this.page.keyboard.press(key);
    const arrived = wanted => document.body.innerText.includes(` (${wanted}/`);
    await this.page.waitForFunction(arrived, {}, place);
  }

  // The names of all profiles, each brought into view.
  async stepThrough() {
    const titles = [await this.title()];
    while (titles.at(-1).place < titles.at(-1).profiles) {
      await this.turn('n', 1);
      titles.push(await this.title());
    }
    return titles.map(title => title.name);
  }

  async goTo(profile) {
    while ((await this.title()).place > 1) await this.turn('p', -1);
    while ((await this.title()).name !== profile) await this.turn('n', 1);
  }

  // name -> slices, of what the export button saves: an event where a slice opens, one where it
  // closes.
  async savedProfiles() {
    await this.page.evaluate(() => {
      const buttons = [...document.querySelectorAll('div')];
      buttons.filter(button => button.textContent.endsWith('Export')).at(-1).click();
    });
    await this.page.waitForFunction(() => window.savedFile);
    const counts = await this.page.evaluate(async () => {
      const opens = profile => profile.events.filter(event => event.type === 'O').length;
      const {profiles} = JSON.parse(await window.savedFile.text());
      return profiles.map(profile => [profile.name, opens(profile)]);
    });
    return new Map(counts);
  }

  // Zoomed in on some slices, one of them selected, below the list of all profiles.
  async takePicture(path) {
    const drawn = () => new Promise(drawnNow => setTimeout(drawnNow, 300));
    await this.page.setViewport({width: 1400, height: 620});
    for (let presses = 0; presses < 6; ++presses) {
      await this.page.keyboard.press('=');
      await drawn();
    }
    await this.page.mouse.click(200, 153);
    await this.page.mouse.click(700, 10);
    await drawn();
    await this.page.screenshot({path});
  }

  close() {
    return this.page.close();
  }
}
