// check_timelines.mjs --modules DIR [--picture PNG] TIMELINE...: opens exported timelines in
// speedscope and compares what it shows with what is in them. DIR has node_modules. Exit code 0:
// everything agrees; 1: something differs.
import {readFileSync} from 'node:fs';
import {sep} from 'node:path';
import {parseArgs} from 'node:util';

import {openSpeedscope} from './speedscope_page.mjs';
import {streamsBeside, tracksOf} from './timeline_counts.mjs';

const {values: options, positionals: timelines} = parseArgs({
  options: {modules: {type: 'string'}, picture: {type: 'string'}},
  allowPositionals: true,
});
let passed = 0;
let failed = 0;

function check(agrees, difference) {
  agrees ? ++passed : ++failed;
  if (!agrees) console.log(`  DIFFERS: ${difference}`);
}

const hardware = track => track.process === 'Ascend Hardware';
const visible = track => track.count - track.empty;
const profileOf = track =>
    `${track.process} (pid ${track.pid}), ${track.thread} (tid ${track.tid})`;

function printRow(place, profile, ...numbers) {
  console.log([
    place.padEnd(7),
    profile.padEnd(44),
    ...numbers.map(number => `${number}`.padStart(9)),
  ].join(' '));
}

function checkTrack(track, shown) {
  const place = track.device < 0 ? 'host' : `NPU ${track.device}`;
  printRow(place, `${track.process}, ${track.thread}`,
           track.count, track.empty, track.near, track.mergeable, shown ?? 'none');
  check(shown <= visible(track) && shown >= visible(track) - track.mergeable,
        `${profileOf(track)}: ${visible(track)} slices of some length, ${shown} shown`);
}

function checkProfiles(tracks, seen) {
  const expected = tracks.map(profileOf).sort();
  check(JSON.stringify([...seen].sort()) === JSON.stringify(expected),
        `profiles stepped through: ${seen.join('; ')}`);
}

function checkStreams(timeline, tracks) {
  for (const [key, rows] of streamsBeside(timeline)) {
    const [device, stream] = key.split(' ');
    const track = tracks.filter(hardware).find(
        one => one.device === Number(device) && one.thread === `Stream ${stream}`);
    check(track?.count === rows,
          `device ${device}, stream ${stream}: ${rows} rows of task_time, ${track?.count} slices`);
  }
}

// Where a viewer can tell all starts and stops apart it has nothing to complain about.
function checkComplaints(complaints, tracks) {
  if (complaints.length > 0) {
    console.log(`  speedscope has ${complaints.length} complaints; the first: ` +
                complaints[0].slice(0, 100));
  }
  if (tracks.every(track => track.near === 0)) check(complaints.length === 0, 'slices do not nest');
}

// Of the stream that did most, the first of several.
async function takePicture(page, tracks, picture) {
  const byPlace = tracks.filter(hardware).sort((a, b) => a.device - b.device);
  const [busiest] = byPlace.sort((a, b) => b.count - a.count);
  await page.goTo(profileOf(busiest ?? tracks[0]));
  await page.takePicture(picture);
}

async function checkTimeline(viewer, timeline, picture) {
  const events = JSON.parse(readFileSync(timeline, 'utf8'));
  const tracks = tracksOf(events);
  console.log(`\n${timeline.split(sep).slice(-3).join(sep)}: ${events.length} events`);
  const page = await viewer.open(timeline);
  checkProfiles(tracks, await page.stepThrough());
  const saved = await page.savedProfiles();
  printRow('place', 'profile', 'slices', 'empty', 'near', 'mergeable', 'shown');
  for (const track of tracks) checkTrack(track, saved.get(profileOf(track)));
  checkStreams(timeline, tracks);
  checkComplaints(page.complaints, tracks);
  if (picture !== undefined) await takePicture(page, tracks, picture);
  await page.close();
}

const viewer = await openSpeedscope(options.modules, timelines);
try {
  for (const timeline of timelines) {
    await checkTimeline(viewer, timeline, timeline === timelines[0] ? options.picture : undefined);
  }
} finally {
  await viewer.close();
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
