import { openWorkspace } from './src/editor/workspace.js';
import { checkEditSet } from './src/editor/check-edit-set.js';
import { admitHarness } from './src/editor/admit-harness.js';
import { harnessFunctions } from './src/editor/locate-functions.js';
import { harnessDeclarations } from './src/editor/harness-declarations.js';
const dts=`declare module 'espalier/runtime' { export interface Task { readonly question: string } export interface Answer { answer: string; evidence: string[] } export interface Tools { search(a:{query:string}): Promise<{title:string;text:string}[]> } export interface Runtime { readonly tools: Tools; note(text: string): void } }`;
const ws=openWorkspace({dts,schemas:{} as never,hash:'h'});
const files={'main.ts':`import type { Answer, Runtime, Task } from 'espalier/runtime';
import { short } from './text.js';

const MAX = 5;

/** Entry. */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
  const hits = await rt.tools.search({ query: short(task.question) });
  return { answer: '', evidence: hits.slice(0, MAX).map((hit) => hit.title) };
}

class Plan {
  private readonly x = 1;
  next(a: number): number {
    return a + this.x;
  }
}
`,'text.ts':`export const short = (text: string): string => text.slice(0, 100);
`};
const t0=performance.now(); admitHarness(ws, files); console.log('admit', performance.now()-t0);
console.log(harnessFunctions(files), harnessDeclarations(files));
const rules={surface:'all' as const,budget:4,leaks:{telling:Array.from({length:2000},(_, i)=>({text:`Some Title ${i}x`,what:'title' as const,split:'train' as const})),common:()=>false}};
for (let i=0;i<6;i++){ const t=performance.now();
const r=checkEditSet(ws,()=>'v' as never,files,{version:1,rationale:'r',edits:[{op:'replace',function:'text.ts#short' as never,code:`export const short = (text: string): string => text.slice(0, ${i});`},{op:'add',file:'main.ts',code:`function extra${i}(a: string): string {\n  return a.trim();\n}`}]},rules);
console.log(performance.now()-t, i? r.kind: JSON.stringify(r,null,1)); }
console.log(checkEditSet(ws,()=>'v' as never,files,{version:1,rationale:'r',edits:[{op:'remove',function:'text.ts#short' as never},{op:'add',file:'main.ts',code:'function g() { const x = process; return ({} as any)["const" + "ructor"] + "some" + " title " + "77x" }'}]},rules));
