import { readFileSync } from 'node:fs';
import path from 'node:path';

import { DELIVERIES } from '../../../nodes/platformApi/deliveries';
import { ROOT } from './packageClasses';

/** Where a person or the local platform needs the name of the header. */
const FILES = [
	'nodes/webhookSignature/signature.ts',
	'nodes/Platform/resources/webhookSignature.ts',
	'sandbox/webhooks/sender.ts',
	'docs/reliability.md',
	'docs/reference.md',
];

it.each(Object.values(DELIVERIES).map(({ signatureHeader }) => signatureHeader))(
	'the header %s is named where it is sent, checked by hand, and described',
	(header) => {
		const missing = FILES.filter(
			(file) => !readFileSync(path.join(ROOT, file), 'utf8').includes(header),
		);
		expect(missing.map((file) => `Name ${header} in ${file}`)).toEqual([]);
	},
);
