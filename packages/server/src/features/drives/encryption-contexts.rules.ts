/** Encryption contexts for secrets of drives: a secret that is copied to another row cannot be decrypted there. */

export const appPurpose = (provider: string, clientId: string): string => `drive app ${provider} ${clientId}`

export interface TokenOwner {
  readonly provider: string
  readonly account_id: string
}

export const tokenPurpose = ({ provider, account_id }: TokenOwner): string =>
  `drive ${provider} ${account_id}`

export const linkPurpose = (stateHash: string): string => `drive link ${stateHash}`

export const confirmationPurpose = 'drive confirmation'
