/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */

// n8n's engine prints every failed node, and most engine tests make one fail on purpose.
process.env.N8N_LOG_LEVEL ??= 'silent';
