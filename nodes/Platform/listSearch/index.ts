export { searchCalendars } from './calendars';
export { searchLocations } from './locations';
export { searchSlots } from './slots';
export { searchTimeZones } from './timeZones';
export { searchWebhooks } from './webhooks';
