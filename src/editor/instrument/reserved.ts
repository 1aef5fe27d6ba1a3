import ts from 'typescript';
import { InputError } from '../../task/error.js';
import { asFunction } from './names.js';
import { RESERVED_PREFIX } from './hooks.js';

/** @throws InputError with file:line:column for what instrumented code could not keep its meaning with. */
export function refuseReserved(file: string, source: ts.SourceFile): void {
  const look = (node: ts.Node, isTop: boolean): void => {
    const isInside = !isTop || asFunction(node) !== undefined;
    if (ts.isIdentifier(node) && node.text.startsWith(RESERVED_PREFIX)) {
      refuse(
        file,
        source,
        node,
        `Expected no identifier that begins with ${RESERVED_PREFIX}; rename \`${node.text}\`.`,
      );
    }
    const awaits = ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined);
    if (awaits && isTop) {
      refuse(file, source, node, 'Expected `await` only inside async functions: a harness module loads synchronously.');
    }
    ts.forEachChild(node, (child) => {
      look(child, !isInside);
    });
  };
  look(source, true);
}

function refuse(file: string, source: ts.SourceFile, node: ts.Node, message: string): never {
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  throw new InputError(`${file}:${String(line + 1)}:${String(character + 1)}: ${message}`);
}
