import { revealCover, type WorkCard } from '@koedana/contract/works.ts'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../domain/api.ts'
import { reveal } from '../../domain/cover-url.ts'
import { useT } from '../../lib/i18n.ts'

export interface RevealButtonProps {
  readonly work: Pick<WorkCard, 'id'> & { readonly title?: string }
  /** Whether there is no room for text. */
  readonly bare: boolean
}

/** A small eye icon on a blurred cover: a tap reveals the cover. On covers too small for a button, it is only an icon. */
export function RevealButton({ work, bare }: RevealButtonProps) {
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
    <button
      type="button"
      className="absolute right-1.5 bottom-1.5 z-10 grid size-9 place-items-center rounded-full bg-black/55 text-white pointer-coarse:size-11"
      aria-label={work.title ? t('cover.revealName', { title: work.title }) : t('cover.reveal')}
      title={t('cover.veiled')}
      disabled={isBusy}
      onClick={() => void show()}
    >
      <IconEye size={17} aria-hidden />
    </button>
  )
}
