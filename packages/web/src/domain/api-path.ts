import { basePath } from '@koedana/contract/base-path.ts'
import { subPath } from '../lib/sub-path.ts'

export const apiPath = subPath + basePath
