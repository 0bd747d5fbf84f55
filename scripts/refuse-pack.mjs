// Run by npm before it packs the folder of the agent: what it would pack are the sources, without what they need.
process.stderr.write(
  'The package of `lore` is not made in this folder. Run `npm run pack:agent` at the top of the repository instead.\n',
)
process.exitCode = 1
