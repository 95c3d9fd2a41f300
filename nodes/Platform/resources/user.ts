import { CHOICES } from '../../platformApi/pickLists';
import type { PlatformResource } from '../platformOperation';
import { operationsOf } from './row';

export const user: PlatformResource = {
	name: 'User',
	operations: operationsOf(
		{ record: 'user' },
		{
			getAll: {
				name: 'Get Many',
				description: 'Get the users of the location. HighLevel only.',
				action: 'Get many users',
				hint: 'Returns one item per user with userId, name and email. Use it to find whom to assign a task, an opportunity or an appointment to.',
				...CHOICES.assignedTo,
				fields: [],
				first: ['name', 'email', 'phone', 'firstName', 'lastName', 'rolesType', 'rolesRole'],
				nothing: 'The location has no users.',
			},
		},
	),
};
