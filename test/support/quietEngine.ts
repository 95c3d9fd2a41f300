// n8n's engine prints every failed node, and most engine tests make one fail on purpose.
process.env.N8N_LOG_LEVEL ??= 'silent';
