export const basePath = '/api/v3'
