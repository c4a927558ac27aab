// compare_models.mjs: runs models through onnxruntime and compares what run_model gave for them.
//
//   node compare_models.mjs MODELS OURS [STORE]
//
// MODELS has <model>.onnx and <model>.input0, <model>.input1; OURS has <model>.output<input>.device<N>. Prints a table, a
// row for each device, and ends with 1 when anything differs. STORE receives onnxruntime's outputs, as
// tests/golden/models keeps them.
//
// Values differ when they are further apart than a thousandth of onnxruntime's; what is below 0.00001 of the largest
// value counts as nothing, since sums are rounded there.
import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

const ort = createRequire(path.join(process.cwd(), 'package.json'))('onnxruntime-node');

const RELATIVE = 1e-3;
const NOTHING = 1e-5;

function bytesOf(file) {
  const bytes = fs.readFileSync(file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

function inputTensor(file, type, shape) {
  const data = type === 'int64' ? new BigInt64Array(bytesOf(file)) : new Float32Array(bytesOf(file));
  return new ort.Tensor(type, data, shape);
}

async function reference(session, file) {
  const {name, type, shape} = session.inputMetadata[0];
  const results = await session.run({[name]: inputTensor(file, type, shape)});
  return results[session.outputNames[0]].data;
}

function difference(ours, theirs) {
  const largest = theirs.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let apart = 0, relative = 0, differing = ours.length === theirs.length && largest > 0 ? 0 : 1;
  theirs.forEach((value, at) => {
    const distance = Math.abs(ours[at] - value);
    const size = Math.max(Math.abs(value), largest * NOTHING / RELATIVE);
    apart = Math.max(apart, distance);
    relative = Math.max(relative, distance / size);
    if (!(distance <= size * RELATIVE)) ++differing;  // not a number differs too
  });
  return {largest, apart, relative, differing};
}

function printRow(cells) {
  const widths = [24, 5, 6, 6, 9, 12, 12, 9];
  console.log(cells.map((cell, at) => String(cell).padStart(widths[at])).join('  '));
}

async function compareModel(models, ours, store, model) {
  const session = await ort.InferenceSession.create(path.join(models, `${model}.onnx`));
  let differing = 0, rows = 0;
  for (const number of [0, 1]) {
    const expected = await reference(session, path.join(models, `${model}.input${number}`));
    if (store) fs.writeFileSync(path.join(store, `${model}.output${number}`), Buffer.from(expected.buffer));
    const prefix = `${model}.output${number}.device`;
    for (const file of fs.readdirSync(ours).filter((name) => name.startsWith(prefix)).sort()) {
      const found = difference(new Float32Array(bytesOf(path.join(ours, file))), expected);
      printRow([model, number, file.slice(prefix.length), expected.length, found.largest.toFixed(4),
                found.apart.toExponential(2), found.relative.toExponential(2), found.differing]);
      differing += found.differing;
      ++rows;
    }
  }
  return rows > 0 ? differing : 1;
}

const [models, ours, store] = process.argv.slice(2);
const names = fs.readdirSync(models).filter((name) => name.endsWith('.onnx')).sort();
console.log(`onnxruntime ${ort.env.versions.node}`);
printRow(['model', 'input', 'device', 'values', 'largest', 'apart', 'relative', 'differing']);
let differing = names.length > 0 ? 0 : 1;
for (const name of names) differing += await compareModel(models, ours, store, name.slice(0, -5));
process.exitCode = differing > 0 ? 1 : 0;
