import { ts } from 'ts-morph';

/** A comment with its marks, and where it stands. */
export interface SourceComment {
  readonly pos: number;
  readonly end: number;
  readonly text: string;
}

/** Every comment of a file, doc comments too, in source order. */
export function commentsOf(source: ts.SourceFile): readonly SourceComment[] {
  const found = new Map<number, SourceComment>();
  const text = source.text;
  const put = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) found.set(pos, { pos, end, text: text.slice(pos, end) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    if (children.length === 0) {
      put(ts.getLeadingCommentRanges(text, node.pos));
      put(ts.getTrailingCommentRanges(text, node.end));
    }
    for (const child of children) visit(child);
  };
  visit(source);
  return [...found.values()].sort((a, b) => a.pos - b.pos);
}
