/** Where a cover lies in one of the fixed widths that the server makes. */
import { basePath } from '@koedana/contract/base-path.ts'
import type { CoverSize } from '@koedana/contract/values.ts'
import type { Cover } from '@koedana/contract/works.ts'

export const coverUrl = (workId: string, { version, signature }: Cover, size: CoverSize): string =>
  `${basePath}/covers/${workId}/${size}/${version}?s=${signature}`
