/** The path of the API below the origin. */
export const basePath = '/api/v3'
