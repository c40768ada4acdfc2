import { basePath } from '@koedana/contract/base-path.ts'
import { subPath } from '../lib/sub-path.ts'

/** The path of the API, below the origin of the page. */
export const apiPath = subPath + basePath
