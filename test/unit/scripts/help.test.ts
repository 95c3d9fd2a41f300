import { run } from '../../../runtime/process';
import { REPOSITORY } from '../../../runtime/paths';
import { scripts } from '../../../package.json';

it.each(Object.keys(scripts))(
	'npm run %s -- --help says how it is called',
	async (command) => {
		const said = await run('npm', ['run', '-s', command, '--', '--help'], {
			cwd: REPOSITORY,
		});
		expect(said).toMatch(/npm (run |test|start)|Usage|COMMANDS/);
	},
	60_000,
);
