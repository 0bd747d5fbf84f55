import { basename } from 'node:path'

const EXPORT = 'export PATH="$HOME/.local/bin:$PATH"'

/** One line that puts `~/.local/bin` in front of the folders of programs, in this terminal and in later ones. */
export const pathLine = (shell: string | undefined, platform: NodeJS.Platform): string => {
  const name = basename(shell ?? '')
  if (name === 'fish') return 'fish_add_path --move $HOME/.local/bin'
  const file = startFileOf(name, platform)
  return `${EXPORT}; echo '${EXPORT}' >> ${file}`
}

const startFileOf = (shell: string, platform: NodeJS.Platform): string => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
  if (shell === 'zsh') return '"${ZDOTDIR:-$HOME}/.zshrc"'
  // Terminals of macOS start bash as a login shell, which reads another file.
  if (shell === 'bash' && platform !== 'darwin') return '~/.bashrc'
  return shell === 'bash' ? '~/.bash_profile' : '~/.profile'
}
