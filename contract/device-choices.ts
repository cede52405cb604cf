/** What somebody can switch on, on a device, that changes how high a page is drawn: kept in a cookie of this name, so that the server knows. */
export const drawnChoices = ['chat_pictures', 'chat_previews'] as const;
