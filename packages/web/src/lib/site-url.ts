import { subPath } from './sub-path.ts'

/** The address of this server, without a slash behind it, for what is copied into other programs. */
export const siteUrl = (): string => location.origin + subPath
