import { revealCover, type WorkCard } from '@koedana/contract/works.ts'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../domain/api.ts'
import { reveal } from '../../domain/cover-url.ts'
import { useT } from '../../lib/i18n.ts'

export interface VeilProps {
  readonly work: Pick<WorkCard, 'id'> & { readonly title?: string }
  /** Whether it is too small for words. */
  readonly bare: boolean
}

/** Why only the blur is shown, and a tap that reveals the cover. */
export function Veil({ work, bare }: VeilProps) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  if (bare) {
    return (
      <div className="grid size-full place-items-center text-white" title={t('cover.veiled')}>
        <IconEyeOff size={16} role="img" aria-label={t('cover.veiled')} />
      </div>
    )
  }
  const show = async () => {
    setBusy(true)
    const response = await call(revealCover, { params: { id: work.id } }).catch(() => undefined)
    setBusy(false)
    if (response) reveal(work.id, response.cover.signature)
  }
  return (
    <div className="flex size-full flex-col items-center justify-center gap-2 p-3 text-center">
      <span className="rounded-full bg-black/65 px-2.5 py-1 text-[11px] text-white">{t('cover.veiled')}</span>
      <button
        type="button"
        className="btn relative z-10 h-8 px-3 text-[12.5px] pointer-coarse:h-11"
        aria-label={work.title ? t('cover.revealName', { title: work.title }) : t('cover.reveal')}
        disabled={isBusy}
        onClick={() => void show()}
      >
        <IconEye size={15} aria-hidden />
        {t('cover.reveal')}
      </button>
    </div>
  )
}
