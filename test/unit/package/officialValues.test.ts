import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { resources } from '../../../nodes/Platform/resources';
import { DESCRIBED, schemasIn, shapeOf, valuesIn } from './describedRequests';

/*
 * sandbox/highLevel.yaml has the values that HighLevel's OpenAPI names for a field. Each choice of an operation is one of
 * them, and each of them can be chosen, or the reason why not stands here.
 */

const NOT_FILLED_IN = 'The API cannot fill in what such a field holds';
const OF_SEARCHES = 'Only a search can mean it';

/** Values that cannot be chosen, by the operation and the field, each with its reason. */
const NOT_OFFERED: Record<string, Record<string, string>> = {
	'customField.create dataType': {
		FILE_UPLOAD: NOT_FILLED_IN,
		SIGNATURE: NOT_FILLED_IN,
		TEXTBOX_LIST: NOT_FILLED_IN,
	},
	'opportunity.create status': { all: OF_SEARCHES },
	'opportunity.update status': { all: OF_SEARCHES },
	'opportunity.updateStatus status': { all: OF_SEARCHES },
};

/** Operations with code of their own. */
const ENDPOINTS: Record<string, string> = {
	'appointment.book': 'POST /calendars/events/appointments',
	'appointment.reschedule': 'PUT /calendars/events/appointments/{}',
	'appointment.update': 'PUT /calendars/events/appointments/{}',
	'appointment.updateStatus': 'PUT /calendars/events/appointments/{}',
};

/** An operation's fields with choices, also those in collections. */
function choicesIn(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		if (property.type === 'collection') return choicesIn(property.options as INodeProperties[]);
		const hasChoices = ['options', 'multiOptions'].includes(property.type) && property.options;
		return hasChoices ? [property] : [];
	});
}

const valuesOf = ({ options }: INodeProperties): unknown[] =>
	(options as INodePropertyOptions[]).map(({ value }) => value);

const CHOICES = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.entries(operations).flatMap(([key, { endpoint, properties }]) => {
		const name = `${resource}.${key}`;
		const shape = endpoint ? shapeOf(endpoint.method, endpoint.path) : ENDPOINTS[name];
		const described = DESCRIBED.get(shape);
		if (!described) return [];
		const schemas = schemasIn(described);
		return choicesIn(properties).flatMap((field) => {
			const taken = valuesIn(schemas[field.name] ?? {});
			return taken ? [{ choice: `${name} ${field.name}`, offered: valuesOf(field), taken }] : [];
		});
	}),
);

it('compares the choices of fields whose values HighLevel names', () => {
	expect(CHOICES.length).toBeGreaterThan(15);
});

describe.each(CHOICES)('$choice', ({ choice, offered, taken }) => {
	const reasons = NOT_OFFERED[choice] ?? {};

	it('offers only values that the request takes', () => {
		const wrong = offered.filter((value) => !taken.includes(value));
		expect(
			wrong.map(
				(value) =>
					`Take '${String(value)}' out of the choices of ${choice}, or add it to the request in sandbox/highLevel.yaml if HighLevel documents it`,
			),
		).toEqual([]);
	});

	it('offers each value of the request, or its absence has a reason', () => {
		const missing = taken.filter(
			(value) => !offered.includes(value) && !(String(value) in reasons),
		);
		expect(
			missing.map(
				(value) =>
					`Offer '${String(value)}' as a choice of ${choice}, or add its reason to NOT_OFFERED of this file`,
			),
		).toEqual([]);
	});

	it('has no reason for a value that it offers', () => {
		const idle = Object.keys(reasons).filter((value) => offered.includes(value));
		expect(idle.map((value) => `Remove '${value}' of ${choice} from NOT_OFFERED`)).toEqual([]);
	});
});
