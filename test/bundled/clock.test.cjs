const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { bundle } = require('./bundle.cjs');

/** The rooms whose results may depend on the date, or on the machine's time zone. All others only measure how long something takes. */
const READ_A_CLOCK = {
	unit: ['bookingPage/', 'platform/', 'platformApi/', 'slotTrigger/', 'time/'],
	engine: ['everyOperation', 'platform/operations', 'platform/tokens'],
};

/** For a whole file, by itself or as the tests of appointments do: it has the same instant on any day. */
const stopsItsClock = (folder, file) =>
	/^(stopClockAt|onSaturdayBefore)\(/m.test(
		readFileSync(join(__dirname, '..', folder, file), 'utf8'),
	);

for (const [folder, names] of Object.entries(READ_A_CLOCK)) {
	for (const name of names)
		bundle(folder, (file) => file.startsWith(name) && !stopsItsClock(folder, file));
}
