#!/bin/sh
# Links the image's package to where n8n looks for community packages, then starts n8n as its image does.
set -e
modules="${N8N_USER_FOLDER:-$HOME}/.n8n/nodes/node_modules"
mkdir -p "$modules"
# A copy that was installed there by hand would win, and stay old.
rm -rf "$modules/n8n-nodes-crm-platform"
ln -s /opt/crm-platform/n8n-nodes-crm-platform "$modules/n8n-nodes-crm-platform"
exec /docker-entrypoint.sh "$@"
