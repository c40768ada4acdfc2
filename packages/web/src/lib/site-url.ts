import { subPath } from './sub-path.ts'

/** Returns the URL of this server without a trailing slash, to be copied into other programs. */
export const siteUrl = (): string => location.origin + subPath
