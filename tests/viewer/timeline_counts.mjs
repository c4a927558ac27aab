// timeline_counts.mjs: what a timeline holds, counted from its JSON without any of the code that
// wrote it or shows it.
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

// A viewer calculates in doubles, whose step grows with the time: 0.25 at Unix times in
// microseconds. What is nearer than two steps it can't tell apart.
function isNear(time, other) {
  const step = 2 ** (Math.floor(Math.log2(Math.max(time, 1))) - 52);
  return other - time < 2 * step;
}

// pid, or "pid tid", -> text, by the metadata event that has it.
function namesOf(events) {
  const names = {process_name: new Map(), process_labels: new Map(), thread_name: new Map()};
  for (const {ph, name, pid, tid, args} of events) {
    if (ph !== 'M' || !(name in names)) continue;
    names[name].set(name === 'thread_name' ? `${pid} ${tid}` : pid, args.name ?? args.labels);
  }
  return names;
}

// Starts and stops after which another one comes too soon: a viewer may take them in the wrong
// order, and draw slices that touch into each other.
function nearOf(slices) {
  const times = slices.flatMap(({ts, dur}) => [ts, ts + dur]).sort((a, b) => a - b);
  return times.filter((time, i) => i > 0 && isNear(times[i - 1], time)).length;
}

// Slices of the same text, one too soon after the other: a viewer may draw them as one.
function mergeableOf(slices) {
  slices.sort((a, b) => a.ts - b.ts);
  return slices.filter((slice, i) => {
    const before = slices[i - 1];
    return before?.text === slice.text && isNear(before.ts + before.dur, slice.ts);
  }).length;
}

// Every thread that has slices: process, thread, device (-1: the host), how many slices it has
// (count), how many of them have no length (empty), and what may be drawn wrong (near, mergeable).
export function tracksOf(events) {
  const names = namesOf(events);
  const tracks = new Map();
  for (const {ph, name, pid, tid, ts, dur, args} of events) {
    if (ph !== 'X') continue;
    const key = `${pid} ${tid}`;
    if (!tracks.has(key)) tracks.set(key, {pid, tid, slices: [], empty: 0});
    const track = tracks.get(key);
    if (dur === 0) ++track.empty;
    else track.slices.push({ts: Number(ts), dur, text: name + JSON.stringify(args)});
  }
  return [...tracks].map(([key, {pid, tid, slices, empty}]) => ({
    pid,
    tid,
    process: names.process_name.get(pid),
    thread: names.thread_name.get(key),
    device: Number(/^NPU (\d+)/.exec(names.process_labels.get(pid))?.[1] ?? -1),
    count: slices.length + empty,
    empty,
    near: nearOf(slices),
    mergeable: mergeableOf(slices),
  }));
}

// "<device> <stream>" -> tasks, as the task_time table beside a timeline has them; nothing where
// there is none.
export function streamsBeside(timeline) {
  const streams = new Map();
  const table = timeline.replace(/msprof_([^/]*)\.json$/, 'task_time_$1.csv');
  if (!readdirSync(dirname(timeline)).some(name => join(dirname(timeline), name) === table)) {
    return streams;
  }
  for (const line of readFileSync(table, 'utf8').trim().split('\n').slice(1)) {
    // The kernel's name may have commas; it is quoted then.
    const [, device, stream] = /^(\d+),(?:"(?:[^"]|"")*"|[^,]*),[^,]*,(\d+),/.exec(line) ?? [];
    const key = `${device} ${stream}`;
    streams.set(key, (streams.get(key) ?? 0) + 1);
  }
  return streams;
}
