import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { AMOUNT } from './definition.ts';

/* Rewrites each product file as it is loaded, so that its named functions report what they pass on. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PRODUCT = /^(shared|service|main|renderer)\//;
const DEPTH = 4;

type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
};
type Insertion = { readonly at: number; readonly text: string };

/** Names of the functions that have passed the amount on: `file function`. */
export const passed = new Set<string>();
let active = false;

/** Counts from now on. */
export const begin = (): void => {
  active = true;
};
/** Counts no more. */
export const end = (): void => {
  active = false;
};

/** The amount as a text shows it, with or without a decimal point. */
const DIGITS = new RegExp(`(?<!\\d)${String(AMOUNT).replace(/(\d\d)$/, '\\.?$1')}(?!\\d)`);

function contains(value: unknown, depth = DEPTH): boolean {
  if (value === AMOUNT) return true;
  if (typeof value === 'string') return DIGITS.test(value);
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  if (value instanceof Uint8Array) return DIGITS.test(Buffer.from(value).toString('latin1'));
  const plain =
    Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
  return plain && Object.values(value).some((member) => contains(member, depth - 1));
}

function result(name: string, taken: readonly unknown[], value: unknown): unknown {
  if (!active || passed.has(name)) return value;
  if (value instanceof Promise) {
    if (contains(taken)) passed.add(name);
    else
      value.then(
        (given) => active && contains(given) && passed.add(name),
        () => undefined,
      );
  } else if (value === undefined ? contains(taken) : contains(value)) passed.add(name);
  return value;
}

/** A function without a result; an async one has it in its promise. */
function effect(name: string, taken: readonly unknown[]): void {
  if (active && !passed.has(name) && contains(taken)) passed.add(name);
}

Object.assign(globalThis, { tracedResult: result, tracedEffect: effect });

registerHooks({
  load: (url, context, next) => {
    const file = url.startsWith('file:')
      ? relative(ROOT, fileURLToPath(url)).split(sep).join('/')
      : '';
    if (!PRODUCT.test(file) || !file.endsWith('.ts')) return next(url, context);
    const code = stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'));
    return { format: 'module', shortCircuit: true, source: traced(code, file) };
  },
});

function traced(code: string, file: string): string {
  const insertions: Insertion[] = [];
  walk(parseAst(code) as unknown as Node, null, null, (node, name) => {
    insertions.push(...around(node, JSON.stringify(`${file} ${name}`)));
  });
  let text = code;
  for (const { at, text: more } of insertions.sort((a, b) => b.at - a.at)) {
    text = text.slice(0, at) + more + text.slice(at);
  }
  return text;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const isFunction = ({ type }: Node): boolean =>
  type.endsWith('FunctionExpression') || type === 'FunctionDeclaration';

const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

type Found = (node: Node, name: string) => void;

/** Calls `found` for each function that has a name, or that a function with a name returns. */
function walk(node: Node, name: string | null, maker: string | null, found: Found): void {
  let inside = maker;
  if (isFunction(node)) {
    inside = isNode(node.id) ? String(node.id.name) : name;
    if (inside !== null && node.generator !== true) found(node, inside);
    inside ??= maker;
  }
  for (const child of childrenOf(node)) {
    const returned = child === (node.type === 'ReturnStatement' ? node.argument : node.body);
    walk(child, nameOf(node, child) ?? (returned ? inside : null), inside, found);
  }
}

/** The name that a declaration, a member or a method gives to the function in it. */
function nameOf(node: Node, child: Node): string | null {
  const key = node.type === 'VariableDeclarator' ? node.id : node.key;
  const holds = node.type === 'VariableDeclarator' ? node.init : node.value;
  if (child !== holds || !isNode(key)) return null;
  const kind = typeof node.kind === 'string' && node.kind !== 'method' ? node.kind : '';
  return kind === 'constructor' ? kind : String(key.name ?? key.value);
}

/** The names that a parameter binds. */
function boundBy(pattern: Node): readonly string[] {
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  if (pattern.type === 'AssignmentPattern') return boundBy(pattern.left as Node);
  if (pattern.type === 'Property') return boundBy(pattern.value as Node);
  return childrenOf(pattern).flatMap(boundBy);
}

function around(node: Node, name: string): Insertion[] {
  const body = node.body as Node;
  const taken = `[${(node.params as readonly Node[]).flatMap(boundBy).join(',')}]`;
  const wrap = (value: Node): Insertion[] => [
    { at: value.start, text: ` tracedResult(${name},traced,(` },
    { at: value.end, text: '))' },
  ];
  if (body.type !== 'BlockStatement') {
    return [
      { at: body.start, text: `tracedResult(${name},${taken},(` },
      { at: body.end, text: '))' },
    ];
  }
  const values = returned(body);
  const enter = `const traced=${taken};`;
  const at = body.start + 1;
  const result = node.async === true && values.length > 0 ? `tracedEffect(${name},traced);` : '';
  const none = values.length === 0 ? `tracedEffect(${name},traced);` : '';
  return [{ at, text: enter + result + none }, ...values.flatMap(wrap)];
}

/** The values that the function itself returns. */
function returned(node: Node): readonly Node[] {
  if (node.type === 'ReturnStatement' && isNode(node.argument)) return [node.argument];
  return childrenOf(node)
    .filter((child) => !isFunction(child))
    .flatMap(returned);
}
