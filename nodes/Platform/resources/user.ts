import { CHOICES } from '../../platformApi/pickLists';
import { resourceOf } from './row';

export const user = resourceOf(
	'User',
	{},
	{
		getAll: {
			name: 'Get Many',
			description: 'Get the users of the location',
			action: 'Get many users',
			hint: 'Returns one item per user with userId, name and email. Use it to find whom to assign a task, an opportunity or an appointment to.',
			...CHOICES.assignedTo,
			fields: [],
			first: ['name', 'email', 'phone', 'firstName', 'lastName', 'rolesType', 'rolesRole'],
			nothing: 'The location has no users.',
		},
	},
);
