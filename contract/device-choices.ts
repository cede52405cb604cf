/** Display options of a device, stored in a cookie because they change the height of the page that the server renders. */
export const drawnChoices = ['chat_pictures', 'chat_previews'] as const;
