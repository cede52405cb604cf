import type * as delivery from '../delivery.ts';
import type * as gallery from '../gallery.ts';
import type * as media from '../media.ts';
import type * as performers from '../performers.ts';
import type * as thanks from '../thanks.ts';
import { get, post, remove } from './make-call.ts';

export const submitContent = post<typeof delivery.submitContent>('/api/pools/:id/content');
export const getContent = get<typeof delivery.getContent>('/api/pools/:id/content');
export const objectToDelivery = post<typeof delivery.objectToDelivery>('/api/pools/:id/objections');
export const describeUpload = post<typeof delivery.describeUpload>('/api/uploads/:id/details');

export const listGallery = get<typeof gallery.listGallery>('/api/creators/:username/gallery');
export const publishFile = post<typeof gallery.publishFile>('/api/content-files/:id/public');
export const unpublishFile = remove<typeof gallery.unpublishFile>('/api/content-files/:id/public');

export const listPerformers = get<typeof performers.listPerformers>('/api/performers');
export const addPerformer = post<typeof performers.addPerformer>('/api/performers');
export const getProduction = get<typeof performers.getProduction>('/api/pools/:id/production');
export const recordProduction = post<typeof performers.recordProduction>('/api/pools/:id/production');
export const listProductions = get<typeof performers.listProductions>('/api/admin/performer-records');
export const getProductionItem = get<typeof performers.getProductionItem>('/api/admin/performer-records/:id');

export const listThanks = get<typeof thanks.listThanks>('/api/pools/:id/thanks');
export const thankCreator = post<typeof thanks.thankCreator>('/api/pools/:id/thanks');
export const takeBackThanks = remove<typeof thanks.takeBackThanks>('/api/thanks/:id');

export const uploadImage = post<typeof media.uploadImage>('/api/images');
