import { fieldsAt } from '../../../fields/parameters';
import { isSimplified, simplifyField } from '../../../fields/results';
import { timeZoneField, timeZoneOf } from '../../../fields/timeZone';
import { getAppointment } from '../../../platformApi/appointmentReads';
import { appointmentIdField } from '../../appointment/fields';
import { readItem } from '../../appointment/outputs';
import { operation } from '../../operation';

export const get = operation({
	name: 'Get',
	description: 'Get one appointment. HighLevel only.',
	action: 'Get appointment',
	hint: 'Needs the appointmentId that Book or Get Many returned. Returns its times and its status.',
	properties: [appointmentIdField],
	options: [simplifyField, timeZoneField],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const appointmentId = fieldsAt(context, itemIndex).required(appointmentIdField);
		const [zone, simplify] = [timeZoneOf(context, itemIndex), isSimplified(context, itemIndex)];
		const found = await memoize(`appointment ${appointmentId}`, async () => await getAppointment(api, appointmentId));
		return readItem(found, simplify, zone);
	},
});
