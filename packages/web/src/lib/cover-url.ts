/** Where a cover lies in one of the fixed widths that the server makes. */
import { basePath } from '@koedana/contract/base-path.ts'
import type { CoverSize } from '@koedana/contract/values.ts'
import type { ShownCover } from './revealed.ts'

export const coverUrl = (workId: string, { version, signature }: ShownCover, size: CoverSize): string =>
  `${basePath}/covers/${workId}/${size}/${version}?s=${signature}`
