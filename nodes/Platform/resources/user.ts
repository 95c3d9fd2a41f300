import { CHOICES } from '../../platformApi/pickLists';
import { listUsers } from '../../platformApi/users';
import { userField } from '../choiceFields';
import { resourceOf } from '../rows/resourceOf';

const USER = {
	...userField,
	displayName: 'User',
	name: 'userId',
	description: 'The user to get',
	required: true,
};

const FIRST = ['name', 'email', 'phone', 'firstName', 'lastName', 'rolesType', 'rolesRole'];

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
			load: listUsers,
			fields: [],
			first: FIRST,
			nothing: 'The location has no users.',
		},
		get: {
			name: 'Get',
			description: 'Get one user',
			hint: 'Needs the ID of a user, such as the assignedTo of a contact or an opportunity. Returns the name and the email.',
			method: 'GET',
			path: '/users/{userId}',
			right: 'readUsers',
			fields: [USER],
			first: FIRST,
		},
	},
);
