import { basePath } from '@koedana/contract/base-path.ts'
import { subPath } from '../lib/sub-path.ts'

/** The path of the API, relative to the origin. */
export const apiPath = subPath + basePath
