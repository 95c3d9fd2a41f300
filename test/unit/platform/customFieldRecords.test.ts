import { onHighLevel } from './nodeOnPlatform';

/* Custom Field: what is sent, put out and told. */

const PLAN = { name: 'Plan', dataType: 'RADIO', fields: { options: 'Basic, Gold' } };

describe('the record of a new custom field', () => {
	const record = { id: 'f-1', name: 'Plan', dataType: 'RADIO', model: 'contact' };

	it('that has what was sent gets no remark, though it names the choices otherwise', async () => {
		const { json, told } = await onHighLevel('customField.create', PLAN, [
			{ customField: { ...record, picklistOptions: ['Basic', 'Gold'] } },
		]);

		expect(json).toMatchObject([{ customFieldId: 'f-1' }]);
		expect(told).toBe('');
	});

	it('that has other values gets a remark with the labels of the fields', async () => {
		const { told } = await onHighLevel('customField.create', PLAN, [
			{ customField: { ...record, name: 'Plan 2', picklistOptions: ['Basic'] } },
		]);

		expect(told).toBe(
			'The platform has other values than expected: Name is Plan 2, not Plan; Choices is Basic, not Basic, Gold. Check whether it is the right custom field.',
		);
	});

	it('that does not show the choices gets a remark', async () => {
		const { told } = await onHighLevel('customField.create', PLAN, [{ customField: record }]);

		expect(told).toBe(
			"The platform's record does not show what was sent in Choices: it may not have been kept.",
		);
	});
});

it('a custom field that was deleted has its ID under the name that Create and Get Many give it', async () => {
	const { json } = await onHighLevel('customField.delete', { customFieldId: 'f-1' }, [
		{ customField: { id: 'f-1' } },
	]);
	expect(json).toMatchObject([{ customFieldId: 'f-1', deleted: true }]);
});

it('a custom field may be the first of all', async () => {
	const field = { name: 'Plan', dataType: 'TEXT', fields: { position: 0 } };
	const { writes } = await onHighLevel('customField.create', field, [
		{ customField: { id: 'f-1', ...field } },
	]);
	expect(writes[0].body).toMatchObject({ position: 0 });
});
