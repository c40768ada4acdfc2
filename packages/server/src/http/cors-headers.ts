/** Headers of responses that pages of any origin may read and embed (Fetch, "CORS protocol"). */
export const sharedHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Accept-Ranges, Content-Length, Content-Range, ETag, Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
} as const
