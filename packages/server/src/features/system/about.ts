import workspace from '../../../package.json' with { type: 'json' }

export const about = { name: 'Koedana', version: workspace.version, licence: workspace.license }
