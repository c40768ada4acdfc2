/** Where the API lies below the origin. */
export const basePath = '/api/v3'
