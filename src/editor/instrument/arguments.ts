import ts from 'typescript';
import type { InstrumentedFunction } from './names.js';
import { boundNames } from './queries.js';

/** What a function is given, rebuilt from what its parameters bind: `[a, { b: b }, ...rest]`. */
export function argumentList(fn: InstrumentedFunction): ts.Expression | undefined {
  const make = ts.factory;
  const parameters = fn.parameters.filter((one) => !(ts.isIdentifier(one.name) && one.name.text === 'this'));
  if (parameters.length === 0) return undefined;
  return make.createArrayLiteralExpression(
    parameters.map((parameter) => {
      const value = bound(parameter.name);
      return parameter.dotDotDotToken !== undefined && ts.isIdentifier(parameter.name)
        ? make.createSpreadElement(value)
        : value;
    }),
  );
}

function bound(name: ts.BindingName): ts.Expression {
  const make = ts.factory;
  if (ts.isIdentifier(name)) return make.createIdentifier(name.text);
  if (ts.isArrayBindingPattern(name)) {
    return make.createArrayLiteralExpression(
      name.elements.map((element) =>
        ts.isOmittedExpression(element) ? make.createOmittedExpression() : bound(element.name),
      ),
    );
  }
  return make.createObjectLiteralExpression(
    boundNames(name).map((one) => make.createPropertyAssignment(one, make.createIdentifier(one))),
  );
}
