import type { Hop } from './hops.js';
import type { Link } from './links.js';
import { linksOf } from './links.js';
import type { Lookup, Passage } from './lookup.js';

/**
 * Follows `hops` (at most three) from `anchor` over the best few links of each step, and gives the passages met in the
 * order in which they should be kept: those of the best path first, then the runners-up.
 */
export async function followHops(anchor: Passage, hops: readonly Hop[], question: string, lookup: Lookup): Promise<Passage[]> {
  let paths: { nodes: Passage[]; score: number }[] = [{ nodes: [anchor], score: 0 }];
  const spare: Link[] = [];
  for (const hop of [hops[0], ...hops.slice(1, 3)]) {
    const longer: { nodes: Passage[]; score: number }[] = [];
    for (const path of paths.slice(0, 3)) {
      const links = await linksOf(path.nodes[path.nodes.length - 1], hop, question, lookup);
      const fresh = links.filter((link) => !path.nodes.some((node) => node.title === link.passage.title)).slice(0, 6);
      for (const link of fresh) longer.push({ nodes: [...path.nodes, link.passage], score: path.score + link.score });
      if (path === paths[0]) spare.push(...fresh.slice(0, 4));
    }
    if (longer.length === 0) break;
    paths = longer.sort((a, b) => b.score - a.score);
    lookup.rt.note('paths after a step', { hop: hop?.name ?? '', paths: paths.slice(0, 4).map((path) => ({ titles: path.nodes.map((node) => node.title), score: path.score })) });
  }
  const ordered = new Map<string, Passage>();
  for (const path of paths.slice(0, 3)) for (const node of path.nodes) ordered.set(node.title, node);
  for (const link of spare.sort((a, b) => b.score - a.score)) ordered.set(link.passage.title, link.passage);
  return [...ordered.values()];
}
