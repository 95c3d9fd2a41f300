import { onHighLevel } from './nodeOnPlatform';

/* Custom Field: what is sent, put out and told. */

it('nothing is told of the choices of a new custom field, which the record has under another name', async () => {
	const field = { name: 'Plan', dataType: 'RADIO', fields: { options: 'Basic, Gold' } };
	const record = { id: 'f-1', name: 'Plan', dataType: 'RADIO', model: 'contact' };
	const { json, told } = await onHighLevel('customField.create', field, [
		{ customField: { ...record, picklistOptions: ['Basic', 'Gold'] } },
	]);
	expect(json).toMatchObject([{ customFieldId: 'f-1' }]);
	expect(told).toBe('');
});

it('what a new custom field has otherwise is told', async () => {
	const field = { name: 'Plan', dataType: 'RADIO', fields: { options: 'Basic, Gold' } };
	const record = { id: 'f-1', name: 'Plan 2', dataType: 'RADIO', model: 'contact' };
	const { told } = await onHighLevel('customField.create', field, [
		{ customField: { ...record, picklistOptions: ['Basic'] } },
	]);
	expect(told).toBe(
		'The platform has other values than expected: Name is Plan 2, not Plan; picklistOptions is Basic, not Basic, Gold. Check whether it is the right custom field.',
	);
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
