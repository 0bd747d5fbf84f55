/** What stands between backticks is a command or a name to type. */
export const WithCommands = ({ text }: { text: string }) =>
  text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are never moved
      <code key={at} className="tl-mono">
        {part}
      </code>
    ) : (
      part
    ),
  )
