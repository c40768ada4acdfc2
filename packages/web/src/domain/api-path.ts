import { basePath } from '@koedana/contract/base-path.ts'
import { subPath } from '../lib/sub-path.ts'

/** Where the API is, below the origin of the page. */
export const apiPath = subPath + basePath
