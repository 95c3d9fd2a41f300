/**
 * What `require('n8n-nodes-crm-platform')` gives: the node and credential classes by name.
 * n8n itself does not read this file, it loads the files listed under `n8n` in package.json.
 */
const { Knowledge } = require('./dist/nodes/Knowledge/Knowledge.node.js');
const { Platform } = require('./dist/nodes/Platform/Platform.node.js');
const { PlatformTrigger } = require('./dist/nodes/PlatformTrigger/PlatformTrigger.node.js');
const { SlotTrigger } = require('./dist/nodes/SlotTrigger/SlotTrigger.node.js');
const { KnowledgeApi } = require('./dist/credentials/KnowledgeApi.credentials.js');
const { PlatformOAuth2Api } = require('./dist/credentials/PlatformOAuth2Api.credentials.js');
const { PlatformTokenApi } = require('./dist/credentials/PlatformTokenApi.credentials.js');
const { PlatformWebhookApi } = require('./dist/credentials/PlatformWebhookApi.credentials.js');

module.exports = {
	Knowledge,
	Platform,
	PlatformTrigger,
	SlotTrigger,
	KnowledgeApi,
	PlatformOAuth2Api,
	PlatformTokenApi,
	PlatformWebhookApi,
};
